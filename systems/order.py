"""The order of a turn, a frame, a beat and a tick. Each tuple reads aloud as a sentence.

A tick is SENSE (wake, keep_hours, sense), APPRAISE, DECIDE, ACT (announce to finish: at most one of them acts), REFLECT
(judge_herself to propose), REGULATE (keep, regulate, record). `account` stands last wherever something may be asked of a model.
"""

from __future__ import annotations

from ecs.step import Orders
from systems.body.blink import blink
from systems.body.breathe import breathe
from systems.body.look import look
from systems.body.show import show
from systems.memory.compact import compact
from systems.memory.consolidate import consolidate
from systems.memory.fence import fence
from systems.memory.hear_utility import hear_utility
from systems.memory.heed_hand import heed_hand
from systems.memory.keep_in_mind import keep_in_mind
from systems.memory.know_files import know_files
from systems.memory.know_notes import know_notes
from systems.memory.let_go import let_go
from systems.memory.render_situation import render_situation
from systems.memory.shelve import shelve
from systems.memory.summarise import summarise
from systems.mind.account import account
from systems.mind.announce import announce
from systems.mind.appraise import appraise
from systems.mind.believe import believe
from systems.mind.calm import calm
from systems.mind.decide import decide
from systems.mind.decide_edit import decide_edit
from systems.mind.deliver import deliver
from systems.mind.feel import feel
from systems.mind.finish import finish
from systems.mind.hear_back import hear_back
from systems.mind.judge_herself import judge_herself
from systems.mind.keep import keep
from systems.mind.keep_hours import keep_hours
from systems.mind.keep_timers import keep_timers
from systems.mind.murmur import murmur
from systems.mind.notice import notice
from systems.mind.own_faults import own_faults
from systems.mind.probe import probe
from systems.mind.promise import promise
from systems.mind.propose import propose
from systems.mind.reach_out import reach_out
from systems.mind.record import record
from systems.mind.regulate import regulate
from systems.mind.ring import ring
from systems.mind.sense import sense
from systems.mind.wake import wake
from systems.mind.watch_over import watch_over
from systems.mind.weigh import weigh
from systems.mind.work import work
from systems.mind.write_up import write_up
from systems.speech.answer import answer
from systems.speech.attend import attend
from systems.speech.begin import begin
from systems.speech.confirm import confirm
from systems.speech.hear import hear
from systems.speech.interrupt import interrupt
from systems.speech.listen import listen
from systems.speech.notice_presence import notice_presence
from systems.speech.own_up import own_up
from systems.speech.recollect import recollect, stop_waiting
from systems.speech.settle import settle
from systems.world.flow import flow
from systems.world.heed import heed
from systems.world.keep_time import keep_time
from systems.world.live import live
from systems.world.make_weather import make_weather
from systems.world.notice_watchers import notice_watchers
from systems.world.pass_time import pass_time
from systems.world.roam import roam
from systems.world.soak import soak
from systems.world.survey import survey
from systems.world.tend_plants import tend_plants

TURN = (keep_time, heed, notice_watchers, own_up, know_files, know_notes, heed_hand, shelve, let_go, notice_presence, keep_timers, keep_in_mind, attend, hear_back, feel, hear, interrupt, listen, weigh, settle, hear_utility, confirm, decide_edit, probe, compact, begin, fence, recollect, answer, deliver, render_situation, record, account)
FRAME = (breathe, blink, look, show, roam)
BEAT = (stop_waiting, answer, ring, own_faults, account)
TICK = (wake, keep_hours, sense, calm, appraise, decide, announce, reach_out, murmur, work, finish, judge_herself, watch_over, notice, believe, promise, consolidate, summarise, write_up, propose, probe, keep, render_situation, regulate, record, account)
COARSE = (pass_time, make_weather, soak, flow, tend_plants, survey, live)

COMPANION = Orders(turn=TURN, frame=FRAME, beat=BEAT, tick=TICK, coarse=COARSE)
WORLD = Orders(turn=(keep_time, heed, notice_watchers), frame=FRAME, beat=BEAT, coarse=COARSE)
