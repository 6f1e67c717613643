/**
 * Commands on their way to the server, one after the other: each is sent once the one before it has been answered, and
 * stays here until the table that shows it is on the screen. Knows nothing of what a command means for the board.
 */
import type { Command } from '../types'

interface Waiting {
  command: Command
  /** The event at which the server carried it out; null until it has answered. */
  done: number | null
}

export class Lane {
  #waiting = $state.raw<readonly Waiting[]>([])
  readonly #send: (command: Command) => void

  constructor(send: (command: Command) => void) {
    this.#send = send
  }

  /** In the order in which they were given. */
  readonly commands = $derived(this.#waiting.map((one) => one.command))
  /** The command that the server has to answer next. */
  readonly first = $derived(this.#waiting.find((one) => one.done === null)?.command ?? null)

  add(command: Command): void {
    const isFree = this.first === null
    this.#waiting = [...this.#waiting, { command, done: null }]
    if (isFree) this.#send(command)
  }

  /** The server carried a command out at event `seq`: the next one is for the position after it. */
  answer(command: Command, seq: number): void {
    this.#waiting = this.#waiting.map((one) => (one.command === command ? { command, done: seq } : one))
    const next = this.first
    if (next === null) return
    const sent = next.do === 'act' ? { ...next, expected: Math.max(next.expected, seq) } : next
    this.#waiting = this.#waiting.map((one) => (one.command === next ? { command: sent, done: null } : one))
    this.#send(sent)
  }

  /** The server refused a command: the moves after it were meant for another position and are given up. */
  refuse(command: Command): void {
    const place = this.#waiting.findIndex((one) => one.command === command)
    if (place < 0) return
    const after = this.#waiting.slice(place + 1).filter((one) => one.command.do !== 'act' && one.command.do !== 'undo')
    this.#waiting = [...this.#waiting.slice(0, place), ...after]
    if (this.first !== null) this.#send(this.first)
  }

  /** The table after event `seq` is on the screen. */
  show(seq: number): void {
    if (this.#waiting.some((one) => one.done !== null && one.done <= seq)) {
      this.#waiting = this.#waiting.filter((one) => one.done === null || one.done > seq)
    }
  }

  /** Take the last move back before it was sent; false if there is none. */
  withdraw(): boolean {
    const last = this.#waiting.at(-1)
    if (last === undefined || last.command.do !== 'act' || last.command === this.first || last.done !== null) return false
    this.#waiting = this.#waiting.slice(0, -1)
    return true
  }
}
