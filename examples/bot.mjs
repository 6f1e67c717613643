// A bot that speaks the engine protocol (docs/protocol.md), in plain JavaScript: it plays the longest text that is legal.
//     stellwerk arena transamerica "cmd:node examples/bot.mjs" random -n 10
import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  if (request.cmd === 'quit') break
  if (request.cmd !== 'go') continue
  const action = request.legal.reduce((best, one) => (one.length > best.length ? one : best))
  console.log(JSON.stringify({ id: request.id, reply: 'go', action }))
}
process.stdin.destroy()
