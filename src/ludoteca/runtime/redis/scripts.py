"""The Lua scripts of `store.py`, which run inside Redis or Valkey: one per atomic change.

Laws kept here:
- A script checks before it writes. A server that is full, read-only or unable to save refuses it before its first line,
  because it opens with `#!lua` (Redis 7 and later, Valkey); so nothing is ever half done.
- Every key is passed in. Scripts of many tables use keys of many slots: Redis Cluster is out of scope.
- What needs no memory, or gives some back, is allowed on a full server (`allow-oom`): no holder loses its lease there.

Must not know: names of keys, times to live, what an entry is.
"""

import hashlib
from collections.abc import Iterable
from typing import Any, Final

from .client import NO_SCRIPT, RedisClient
from .connection import RedisError, Word


class Script:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()  # the name Redis gives it

    async def run(self, client: RedisClient, keys: Iterable[str], words: Iterable[Word]) -> Any:
        """Run it by its hash; send the script if the server does not have it."""
        keys = tuple(keys)
        rest = (len(keys), *keys, *words)
        try:
            return await client.call("EVALSHA", self.sha, *rest)
        except RedisError as refused:
            if refused.code != NO_SCRIPT:
                raise
        return await client.call("EVAL", self.text, *rest)


_NEW_EPOCH: Final = """
-- Epochs rise with the server's clock: one that a lossy restart has forgotten is not given out a second time, and so an
-- owner from before it cannot write into a log that went another way.
local function new_epoch(key)
  local time = redis.call('TIME')
  local now = time[1] .. string.format('%03d', math.floor(tonumber(time[2]) / 1000))
  local last = redis.call('GET', key)
  if last and tonumber(last) >= tonumber(now) then
    redis.call('INCR', key)
  else
    redis.call('SET', key, now)
  end
  return redis.call('GET', key)
end
"""

CREATE: Final = Script(
    "#!lua"
    + _NEW_EPOCH
    + """
-- KEYS: epoch, log, heartbeat, live. ARGV: id, heartbeat before and after its epoch, its ms, the entries. -> epoch or 0
if redis.call('EXISTS', KEYS[1], KEYS[2]) > 0 then
  return 0
end
local epoch = new_epoch(KEYS[1])
for i = 5, #ARGV, 1000 do
  redis.call('RPUSH', KEYS[2], unpack(ARGV, i, math.min(i + 999, #ARGV)))
end
redis.call('SET', KEYS[3], ARGV[2] .. epoch .. ARGV[3], 'PX', ARGV[4])
redis.call('SADD', KEYS[4], ARGV[1])
return tonumber(epoch)
"""
)

CLAIM: Final = Script(
    "#!lua"
    + _NEW_EPOCH
    + """
-- KEYS: epoch, log, heartbeat, resting, live. ARGV: heartbeat before and after its epoch, its ms, id, and the heartbeat
-- of a holder that is gone, which keeps nobody out.
-- -> epoch, 0 if there never was such a table, -1 if its entries are gone, or the heartbeat of another holder
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
if redis.call('LLEN', KEYS[2]) == 0 then
  return -1
end
local beat = redis.call('GET', KEYS[3])
if beat and beat ~= ARGV[5] and string.sub(beat, 1, #ARGV[1]) ~= ARGV[1] then
  return beat
end
local epoch = new_epoch(KEYS[1])
redis.call('SET', KEYS[3], ARGV[1] .. epoch .. ARGV[2], 'PX', ARGV[3])
redis.call('SMOVE', KEYS[4], KEYS[5], ARGV[4])
return tonumber(epoch)
"""
)

LOAD: Final = Script("""#!lua flags=no-writes
-- KEYS: log, state. ARGV: 1 to leave the snapshot aside. -> n, snapshot, entries after n
-- A snapshot of more entries than there are is from before a lossy restart: the log is the truth.
local n, body = 0, ''
-- One that does not begin with its number is not ours.
local state = ARGV[1] ~= '1' and redis.pcall('GET', KEYS[2])
local digits = type(state) == 'string' and string.match(state, '^{"n":(%d+)[,}]')
if digits and tonumber(digits) <= redis.call('LLEN', KEYS[1]) then
  n, body = tonumber(digits), state
end
return {n, body, redis.call('LRANGE', KEYS[1], n, -1)}
""")

COMMIT: Final = Script("""#!lua
-- KEYS: epoch, log, state of each table. ARGV: a snapshot's ms; of each table: epoch, first, snapshot, count, entries.
-- -> 1 or 0 of each table. A key of a wrong kind, which only a stranger can have made, harms its own table alone.
local taken, at = {}, 2
for i = 1, #KEYS, 3 do
  local first, state, count = tonumber(ARGV[at + 1]), ARGV[at + 2], tonumber(ARGV[at + 3])
  local last = at + 3 + count
  local ours = redis.pcall('GET', KEYS[i]) == ARGV[at] and redis.pcall('LLEN', KEYS[i + 1]) == first - 1
  if ours then
    for j = at + 4, last, 1000 do
      redis.call('RPUSH', KEYS[i + 1], unpack(ARGV, j, math.min(j + 999, last)))
    end
    if state ~= '' then
      redis.call('SET', KEYS[i + 2], state, 'PX', ARGV[1])
    else
      redis.call('PEXPIRE', KEYS[i + 2], ARGV[1])
    end
  end
  taken[#taken + 1] = ours and 1 or 0
  at = last + 1
end
return taken
""")

SNAPSHOT: Final = Script("""#!lua
-- KEYS: epoch, log, state of each table. ARGV: a snapshot's ms; of each table: epoch, n, snapshot.
-- One that knows more entries than there are is of a table that a lossy restart has set back.
for i = 1, #KEYS, 3 do
  local known = redis.pcall('LLEN', KEYS[i + 1])
  if redis.pcall('GET', KEYS[i]) == ARGV[i + 1] and type(known) == 'number' and known >= tonumber(ARGV[i + 2]) then
    redis.call('SET', KEYS[i + 2], ARGV[i + 3], 'PX', ARGV[1])
  end
end
return 1
""")

BEAT: Final = Script("""#!lua flags=allow-oom
-- KEYS: epoch, heartbeat of each table. ARGV: heartbeat before and after its epoch, its ms; of each table: epoch.
-- -> 1 or 0 of each table
local ours = {}
for i = 1, #KEYS, 2 do
  local epoch = ARGV[3 + (i + 1) / 2]
  local is_ours = redis.pcall('GET', KEYS[i]) == epoch
  if is_ours then
    redis.call('SET', KEYS[i + 1], ARGV[1] .. epoch .. ARGV[2], 'PX', ARGV[3])
  end
  ours[#ours + 1] = is_ours and 1 or 0
end
return ours
""")

KEEP_ALIVE: Final = Script("""#!lua flags=allow-oom
-- KEYS: services. ARGV: the name of one, ms after which a silent one is forgotten.
-- -> now, when it spoke last (0: never); name and time of each of the others
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local last = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
local others = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
redis.call('ZADD', KEYS[1], now, ARGV[1])
return {now, tonumber(last or 0), others}
""")

RELEASE: Final = Script("""#!lua flags=allow-oom
-- KEYS: live, resting; epoch, heartbeat of each table. ARGV: 1 if they rest; of each table: epoch, id.
for i = 3, #KEYS, 2 do
  if redis.pcall('GET', KEYS[i]) == ARGV[i - 1] then
    redis.call('DEL', KEYS[i + 1])
    if ARGV[1] == '1' then
      redis.call('SMOVE', KEYS[1], KEYS[2], ARGV[i])
    end
  end
end
return 1
""")

REBUILD: Final = Script("""#!lua
-- KEYS: epoch, log, state, where to keep log and state, ended, live. ARGV: epoch, id, the entries. -> 1 or 0
if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('EXISTS', KEYS[4], KEYS[5]) > 0 then
  return 0
end
for i = 2, 3 do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    redis.call('RENAME', KEYS[i], KEYS[i + 2])
    redis.call('PERSIST', KEYS[i + 2])
  end
end
for i = 3, #ARGV, 1000 do
  redis.call('RPUSH', KEYS[2], unpack(ARGV, i, math.min(i + 999, #ARGV)))
end
redis.call('SMOVE', KEYS[6], KEYS[7], ARGV[2])
return 1
""")

END: Final = Script("""#!lua flags=allow-oom
-- KEYS: live, resting, ended, log, state. ARGV: id, ms to keep it (0: for ever). A snapshot goes no later than its log.
local moved = redis.call('SMOVE', KEYS[1], KEYS[3], ARGV[1]) + redis.call('SMOVE', KEYS[2], KEYS[3], ARGV[1])
if moved > 0 and ARGV[2] ~= '0' then
  redis.call('PEXPIRE', KEYS[4], ARGV[2])
  redis.call('PEXPIRE', KEYS[5], ARGV[2], 'LT')
end
return 1
""")

COPY: Final = Script("""#!lua flags=no-writes
-- KEYS: epoch, log, state, live, resting. ARGV: id. -> epoch, state of the table, entries, snapshot
local state = 'ended'
if redis.call('SISMEMBER', KEYS[4], ARGV[1]) == 1 then
  state = 'live'
elseif redis.call('SISMEMBER', KEYS[5], ARGV[1]) == 1 then
  state = 'resting'
end
return {redis.call('GET', KEYS[1]), state, redis.call('LRANGE', KEYS[2], 0, -1), redis.call('GET', KEYS[3]) or ''}
""")

PUT: Final = Script(
    "#!lua"
    + _NEW_EPOCH
    + """
-- KEYS: epoch, log, state, the set that the table belongs in. ARGV: id, its last epoch, ms to keep its log (0: for
-- ever), its snapshot, ms to keep that, the entries.
-- The epoch is a new one: nobody who knew the table before may write it.
redis.call('SET', KEYS[1], ARGV[2])
new_epoch(KEYS[1])
if #ARGV < 6 then
  return 1
end
for i = 6, #ARGV, 1000 do
  redis.call('RPUSH', KEYS[2], unpack(ARGV, i, math.min(i + 999, #ARGV)))
end
if ARGV[3] ~= '0' then
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
if ARGV[4] ~= '' then
  redis.call('SET', KEYS[3], ARGV[4], 'PX', ARGV[5])
end
redis.call('SADD', KEYS[4], ARGV[1])
return 1
"""
)
