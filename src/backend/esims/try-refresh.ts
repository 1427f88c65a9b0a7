import { logEvent } from '../../domain/log-event.ts'

/** Refreshes what is stored about an eSIM. It is shown whatever happens, so failures are logged. */
export async function tryRefresh(event: string, refresh: () => Promise<void>): Promise<void> {
  try {
    await refresh()
  } catch (error) {
    logEvent({ event, error: String(error) })
  }
}
