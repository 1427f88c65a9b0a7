import { logEvent } from '../../domain/log-event.ts'

/**
 * Refreshes the stored data of an eSIM. Logs failures without throwing, because the page falls back
 * to the stored data.
 */
export async function tryRefresh(event: string, refresh: () => Promise<void>): Promise<void> {
  try {
    await refresh()
  } catch (error) {
    logEvent({ event, error: String(error) })
  }
}
