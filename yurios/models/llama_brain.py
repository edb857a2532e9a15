"""The GGUF inside the worker process: loading, counting with its own tokenizer, and one answer token by token.

Knows nothing of pipes: `llama_worker` carries its words. llama-cpp-python is imported here and nowhere else.
"""

from __future__ import annotations

import codecs
import ctypes
import re
from collections.abc import Callable, Iterator
from typing import Any

import llama_cpp
from llama_cpp._internals import LlamaSampler
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from yurios.models.failure import Failure
from yurios.models.fit import Message, Prompt, fit, room_for_prompt
from yurios.models.thinking import first_mark, half_mark

PREFILL = 64  # tokens read between two looks at the cancel flag: a quarter of a second on one slow core
SLOT_BYTES = 512 << 20  # a role's prefix is kept aside while another role speaks, up to this size
PLAIN_TEMPLATE = ("{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}"
                  "{% if add_generation_prompt %}assistant:{% endif %}")


class Brain:
    """One loaded model. `context` is the window in tokens really opened."""

    def __init__(self, path: str, context: int, threads: int) -> None:
        try:
            self._llm = open_model(path, context, threads)
        except (ValueError, RuntimeError, OSError) as fault:
            raise Failure("no_load", f"The model file could not be loaded ({fault}).", "Check that there is memory for it "
                          "and that the file is whole: run.py model test, or choose another: run.py model use NAME") from None
        self.context = self._llm.n_ctx()
        self.license = self._llm.metadata.get("general.license", "")
        self._vocab = llama_cpp.llama_model_get_vocab(self._llm.model)
        self._marks = control_marks(self._vocab)
        self._format = chat_format(self._llm)
        self._slot = ""
        self._slots: dict[str, tuple[list[int], Any]] = {}

    def answer(self, request: dict[str, Any], know: Callable[..., None], say: Callable[[str], None],
               cancelled: Callable[[], bool]) -> tuple[str, int]:
        """Read the prompt, then speak. Returns (finish, tokens said); `know` gets counts before the first word."""
        room = room_for_prompt(self.context, request["max_tokens"])
        fitted = fit(Prompt(**request["prompt"]), room, lambda m: len(self._tokens(m)), request["tail"])
        tokens = self._tokens(fitted.prompt.messages(request["tail"]))
        self._change_slot(request["role"])
        cached = self._keep_prefix(tokens)
        know(tokens_in=len(tokens), cached=cached, left_out=fitted.left_out)
        if not self._read(tokens[cached:-1], cancelled):
            return "cancelled", 0
        if request["max_tokens"] == 0:
            return "stop", 0
        return self._speak(tokens[-1], request, say, cancelled)

    def _tokens(self, messages: list[Message]) -> list[int]:
        safe = [{"role": m["role"], "content": self._unmark(m["content"])} for m in messages]
        text = render(self._format, safe)
        bos = llama_cpp.llama_vocab_get_add_bos(self._vocab) and not (
            self._format.bos_token and text.startswith(self._format.bos_token))
        return self._llm.tokenize(text.encode(), add_bos=bos, special=True)

    def _unmark(self, text: str) -> str:
        """A person's text must not end a message: control marks in it are broken up."""
        return self._marks.sub(lambda mark: mark[0][0] + " " + mark[0][1:], text)

    def _keep_prefix(self, tokens: list[int]) -> int:
        """Keep what the window already holds of `tokens` (all but the last) and forget the rest; returns its length."""
        llm, same = self._llm, 0
        for a, b in zip(llm.input_ids[:llm.n_tokens].tolist(), tokens[:-1]):
            if a != b:
                break
            same += 1
        if same and not llm._ctx.kv_cache_seq_rm(-1, same, -1):
            same = 0  # recurrent models cannot forget a part
        if not same:
            llm._ctx.kv_cache_clear()
            llm.reset()
        llm.n_tokens = same
        return same

    def _read(self, tokens: list[int], cancelled: Callable[[], bool]) -> bool:
        for at in range(0, len(tokens), PREFILL):
            if cancelled():
                return False
            self._llm.eval(tokens[at:at + PREFILL])
        return not cancelled()

    def _speak(self, last: int, request: dict[str, Any], say: Callable[[str], None],
               cancelled: Callable[[], bool]) -> tuple[str, int]:
        stop, held, said = tuple(request["stop"]), "", 0
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        finish = "length"
        for token in self._sample(last, request):
            if cancelled():
                return "cancelled", said
            if llama_cpp.llama_vocab_is_eog(self._vocab, token):
                finish = "stop"
                break
            said += 1
            held += decoder.decode(self._llm.detokenize([token]))
            at, mark = first_mark(held, stop)
            if mark:
                held, finish = held[:at], "stop"
                break
            ready = len(held) - half_mark(held, stop)
            if ready:
                say(held[:ready])
                held = held[ready:]
            if said >= request["max_tokens"]:
                break
        if held:
            say(held)
        return finish, said

    def _sample(self, last: int, request: dict[str, Any]) -> Iterator[int]:
        """Token ids, one read and one drawn at a time, until the window is full."""
        sampler, llm, token = self._sampler(request), self._llm, last
        while llm.n_tokens < self.context:
            llm.eval([token])
            token = sampler.sample(llm._ctx, -1)
            yield token

    def _sampler(self, request: dict[str, Any]) -> LlamaSampler:
        """The chain, in the order it is applied: bias, repetition, grammar, then the cuts and the draw."""
        s, temperature, chain = request["sampling"], request["temperature"] / 1000, LlamaSampler()
        if s["logit_bias"]:
            chain.add_logit_bias(self._llm.n_vocab(), self._bias(s["logit_bias"]))
        chain.add_penalties(self._llm.n_vocab(), s["repeat_last_n"], s["repeat_penalty"], 0.0, 0.0)
        if request["schema"]:
            chain.add_grammar(self._llm._model, llama_cpp.LlamaGrammar.from_json_schema(request["schema"], verbose=False))
        if temperature == 0:
            chain.add_greedy()
            return chain
        chain.add_top_k(s["top_k"])
        chain.add_top_p(s["top_p"], 1)
        chain.add_min_p(s["min_p"], 1)
        chain.add_temp(temperature)
        chain.add_dist(request["seed"])
        return chain

    def _bias(self, wanted: dict[str, float]) -> dict[int, float]:
        """Every token of each text, with the number added to its score; a token named twice gets the sum."""
        found: dict[int, float] = {}
        for text, by in wanted.items():
            for token in self._llm.tokenize(text.encode(), add_bos=False, special=True):
                found[token] = found.get(token, 0.0) + by
        return found

    def _change_slot(self, role: str) -> None:
        """Put the other role's prefix aside and bring this one's back, so a small question never costs the long head."""
        if role == self._slot:
            return
        llm, ctx = self._llm, self._llm.ctx
        size = llama_cpp.llama_state_seq_get_size(ctx, 0)
        if self._slot and 0 < size <= SLOT_BYTES:
            kept = (ctypes.c_uint8 * size)()
            llama_cpp.llama_state_seq_get_data(ctx, kept, size, 0)
            self._slots[self._slot] = (llm.input_ids[:llm.n_tokens].tolist(), kept)
        llm._ctx.kv_cache_clear()
        llm.reset()
        self._slot = role
        tokens, kept = self._slots.pop(role, ([], None))
        if kept is not None and llama_cpp.llama_state_seq_set_data(ctx, kept, len(kept), 0):
            llm.input_ids[:len(tokens)] = tokens
            llm.n_tokens = len(tokens)


def open_model(path: str, context: int, threads: int) -> llama_cpp.Llama:
    return llama_cpp.Llama(path, n_ctx=context, n_threads=threads, n_threads_batch=threads, verbose=False)


def control_marks(vocab: Any) -> re.Pattern[str]:
    """Matches the model's own control tokens as written out, e.g. `<|im_end|>`."""
    count = llama_cpp.llama_vocab_n_tokens(vocab)
    found = [llama_cpp.llama_vocab_get_text(vocab, t).decode("utf-8", "replace") for t in range(count)
             if llama_cpp.llama_vocab_is_control(vocab, t)]
    marks = sorted((m for m in found if len(m) > 1), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, marks)) or r"(?!)")


def chat_format(llm: llama_cpp.Llama) -> Jinja2ChatFormatter:
    """The chat template inside the GGUF; a base model without one gets plain `role: text` lines."""
    def text(token: int) -> str:
        return llm._model.token_get_text(token) if token >= 0 else ""
    return Jinja2ChatFormatter(llm.metadata.get("tokenizer.chat_template", PLAIN_TEMPLATE),
                               eos_token=text(llm.token_eos()), bos_token=text(llm.token_bos()))


def render(chat: Jinja2ChatFormatter, messages: list[Message]) -> str:
    """The prompt as text. A template that knows no system role gets the head in front of the first owner line."""
    try:
        return chat(messages=messages).prompt
    except Exception:
        return chat(messages=without_system(messages)).prompt


def without_system(messages: list[Message]) -> list[Message]:
    out: list[Message] = []
    for message in messages:
        role = "user" if message["role"] == "system" else message["role"]
        if out and out[-1]["role"] == role:
            out[-1] = {"role": role, "content": out[-1]["content"] + "\n\n" + message["content"]}
        else:
            out.append({"role": role, "content": message["content"]})
    return out
