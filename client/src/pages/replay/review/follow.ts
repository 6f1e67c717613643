/** Hears over the WebSocket how a review goes on; as long as somebody listens, it does. */
import type { ClientFrame, ReviewProgress, ServerFrame } from '../../../kit/types'

const FIRST_WAIT = 500
const LONGEST_WAIT = 8_000

/** Call back with each progress until the returned function is called; a lost connection is dialled again. */
export function follow(review: string, dial: () => WebSocket, tell: (progress: ReviewProgress) => void): () => void {
  let socket: WebSocket | null = null
  let isOver = false
  let wait = FIRST_WAIT
  let retry: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    const dialled = (socket = dial())
    dialled.onopen = () => {
      wait = FIRST_WAIT
      dialled.send(JSON.stringify({ type: 'follow', review } satisfies ClientFrame))
    }
    dialled.onmessage = (event: MessageEvent<string>) => {
      const frame = JSON.parse(event.data) as ServerFrame
      if (frame.type === 'review' && frame.review.id === review) tell(frame.review)
    }
    dialled.onclose = () => {
      if (isOver) return
      retry = setTimeout(connect, wait)
      wait = Math.min(LONGEST_WAIT, wait * 2)
    }
  }
  connect()
  return () => {
    isOver = true
    clearTimeout(retry)
    socket?.close()
  }
}
