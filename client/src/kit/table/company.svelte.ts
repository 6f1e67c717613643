/** The other people at a table: how you name them, and whom you do not want to hear. */
import { api } from '../net/api'
import type { Attitude, SeatCompanion } from '../types'

export class Company {
  /** By seat. */
  people = $state.raw<ReadonlyMap<number, SeatCompanion>>(new Map())

  /** False until it is known whom you do not want to hear: nothing is read aloud before. */
  isKnown = false

  /** Learn who sits at a table (null: nobody whom you could have muted); nothing changes without a line. */
  async load(table: string | null): Promise<void> {
    try {
      if (table !== null) this.#take(await api.peopleAt(table))
    } catch {
      // chat is shown as it is
    }
    this.isKnown = true
  }

  at(seat: number): SeatCompanion | undefined {
    return this.people.get(seat)
  }

  /** True for somebody whom you have muted or blocked. */
  hides(seat: number): boolean {
    return (this.at(seat)?.attitude ?? 'none') !== 'none'
  }

  async set(table: string, seat: number, attitude: Attitude): Promise<void> {
    const one = this.at(seat)
    if (!one) return
    await api.setAttitude(one.handle, attitude)
    this.#take(await api.peopleAt(table))
  }

  #take(people: readonly SeatCompanion[]): void {
    this.people = new Map(people.map((one) => [one.seat, one]))
  }
}
