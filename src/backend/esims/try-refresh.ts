import { logEvent } from '../../domain/log-event.ts'

/**
 * Refreshes the stored data of an eSIM. Failures are only logged, because the page shows the stored
 * data then.
 */
export async function tryRefresh(event: string, refresh: () => Promise<void>): Promise<void> {
  try {
    await refresh()
  } catch (error) {
    logEvent({ event, error: String(error) })
  }
}
