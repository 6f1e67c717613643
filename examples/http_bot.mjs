// A bot that plays over HTTP (docs/api.md), in plain JavaScript: accepts every challenge, and plays the longest text that is legal.
//     STELLWERK_TOKEN=… node examples/http_bot.mjs http://localhost:8000
const usage = 'STELLWERK_TOKEN=… node http_bot.mjs http://localhost:8000 [GAMES]  (a token: see docs/api.md)'
const [server = '', games = Infinity] = process.argv.slice(2) // leave after this many games
if (!/^https?:/.test(server) || !process.env.STELLWERK_TOKEN) {
  console.error(usage)
  process.exit(1)
}
const TOO_OFTEN = 429
const headers = { authorization: `Bearer ${process.env.STELLWERK_TOKEN}`, 'content-type': 'application/json' }

// The whole intelligence of this bot.
function choose(game, seat, view, legal) {
  return legal.reduce((best, one) => (one.length > best.length ? one : best))
}

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

// Ask for something, again if that was too often; what is refused otherwise is told anew by the stream.
async function post(path, body) {
  const answer = await fetch(server + path, { method: 'POST', headers, body: body && JSON.stringify(body) })
  const said = await answer.json()
  if (answer.status === TOO_OFTEN) {
    await wait(said.params.seconds)
    await post(path, body)
  } else if (!answer.ok) console.error(answer.status, said.message)
}

// The lines of a stream; empty ones only keep it alive.
async function* lines(path) {
  const answer = await fetch(server + path, { headers })
  if (!answer.ok) throw Object.assign(new Error(await answer.text()), { status: answer.status })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of answer.body) {
    const found = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = found.pop()
    for (const line of found) if (line) yield JSON.parse(line)
  }
}

// Follow the events until that number of games has ended.
async function play() {
  let ended = 0
  for await (const event of lines('/api/stream/events')) {
    if (event.type === 'challenge') await post(`/api/challenges/${event.table}/accept`)
    if (event.type === 'turn') {
      const text = choose(event.game, event.seat, event.view, event.legal)
      await post(`/api/tables/${event.table}/commands`, { do: 'act', text, expected: event.seq })
    }
    if (event.type === 'game_end') {
      console.log(event.game, JSON.stringify(event.result))
      if (++ended === Number(games)) return true
    }
  }
  return false
}

for (;;) {
  try {
    if (await play()) break
  } catch (error) {
    if (error.status && error.status !== TOO_OFTEN) {
      console.error(error.message)
      process.exit(1)
    }
    const why = error.cause?.code ?? error.cause?.message ?? error.message // fetch itself only says that it failed
    console.error(`no connection to ${server}, trying again: ${why}`)
  }
  await wait(2) // whatever is pending comes first when it is back
}
process.exit(0) // the stream is still open
