// Her page: what comes over the wire becomes text nodes, never markup. The token stays in this origin's storage.
const $ = (id) => document.getElementById(id);
const shown = new Set();
let last = "", draft = null, draftTurn = null;

async function token() {
  const once = new URLSearchParams(location.hash.slice(1)).get("once");
  if (once) {
    history.replaceState(null, "", location.pathname);
    const answer = await fetch("/api/link", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: once }) });
    if (answer.ok) localStorage.setItem("token", (await answer.json()).token);
  }
  return localStorage.getItem("token") ?? "";
}

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${localStorage.getItem("token") ?? ""}`, "Content-Type": "application/json" };
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${found.error.message} ${found.error.hint}`);
  return found;
}

function line(kind, text) {
  const item = document.createElement("li"), talk = $("talk");
  item.className = kind;
  item.textContent = text;
  talk.append(item);
  talk.scrollTop = talk.scrollHeight;
  return item;
}

function dropDraft() { draft?.remove(); draft = draftTurn = null; }

function take(event) {
  if (event.type === "hello") { $("name").textContent = document.title = (event.resident ?? "yuri").replace(/^./u, (c) => c.toUpperCase()); if (!event.resumed) { dropDraft(); past(); } }
  if (event.type === "draft") {
    if (draftTurn !== event.turn) { dropDraft(); draft = line("her draft", ""); draftTurn = event.turn; }
    draft.textContent += event.text;
    $("talk").scrollTop = $("talk").scrollHeight;
  }
  if (event.type === "draft_cancel") dropDraft();
  if (event.type === "message") message(event);
  if (event.type === "notice") line("notice", event.text);
  if (event.type === "mind" || event.type === "journal") inner();
}

function message(event) {
  if (shown.has(event.id)) return;
  shown.add(event.id);
  if (event.role === "her") dropDraft();
  line(event.role === "her" ? "her" : "owner", (event.appointment ? "✦ as you asked\n" : event.proactive ? "✦ unasked\n" : "") + event.text);
}

async function past() { for (const event of (await ask("/api/history?n=100")).messages) message(event); }

async function inner() {
  const mind = await ask("/api/mind"), days = (await ask("/api/mind/journal?days=1")).days;
  $("state").textContent = `${mind.state}, her mind wakes every ${mind.cadence_s} s`;
  $("journal").textContent = days.map((day) => day.text).join("\n");
  $("edits").replaceChildren(...(mind.edits.length ? mind.edits.map(edit) : ["Nothing."]));
}

function edit(one) {
  const box = document.createElement("div"), diff = document.createElement("pre");
  diff.textContent = `${one.path}: ${one.reason}\n${(one.diff ?? []).join("\n")}`;
  box.append(diff, ...[["Approve", true], ["Reject", false]].map(([word, approve]) => {
    const button = document.createElement("button");
    button.textContent = word;
    button.onclick = () => ask(`/api/mind/edits/${encodeURIComponent(one.id)}`, { approve }).then(inner, (error) => line("notice", error.message));
    return button;
  }));
  return box;
}

async function listen() {
  const headers = { Authorization: `Bearer ${localStorage.getItem("token") ?? ""}`, ...(last && { "Last-Event-ID": last }) };
  const answer = await fetch("/api/events", { headers });
  if (answer.status === 401) { $("state").textContent = "This page needs a new link: start run.py serve again."; return false; }
  if (!answer.ok) throw new Error(answer.status);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "", part; !(part = await reader.read()).done; ) {
    const blocks = (rest + part.value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      last = block.match(/^id: (.*)$/m)?.[1] ?? last;
      const data = block.match(/^data: (.*)$/m)?.[1];
      if (data) take(JSON.parse(data));
    }
  }
  return true;
}

async function live() {
  for (;;) {
    try { if (!(await listen())) return; } catch { /* tried again below */ }
    $("state").textContent = `She rests or cannot be reached since ${new Date().toLocaleTimeString()}.`;
    await new Promise((later) => setTimeout(later, 2000));
  }
}

$("say").onsubmit = async (event) => {
  event.preventDefault();
  const text = $("text").value;
  if (!text.trim()) return;
  $("text").value = "";
  try {
    const got = await ask("/api/chat", { text, channel: "page", message_id: Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("") });
    if (got.command) line("notice", got.answer);
  } catch (error) { $("text").value = text; line("notice", error.message); }
};
$("text").onkeydown = (event) => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); $("say").requestSubmit(); } };
$("stop").onclick = () => ask("/api/chat/cancel", {}).catch((error) => line("notice", error.message));
await token();
inner().catch(() => {});
live();
