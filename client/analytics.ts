/** Milliseconds that navigation waits for the goal's request (specification, section 9). */
const goalTimeout = 3000

/**
 * Reports a goal to the operator's analytics if the visitor has consented to cookies. Failures are
 * ignored: an order must not depend on analytics.
 */
export async function reportGoal(goal: string): Promise<void> {
  const url = document.body.dataset['analytics']
  const hasConsented = document.cookie.includes('cookieConsent=')
  if (!url || !hasConsented || goal === '') return
  const body = JSON.stringify({ goal, path: location.pathname })
  const reported = fetch(url, { method: 'POST', body, keepalive: true, mode: 'no-cors' })
  const timeout = new Promise((resolve) => setTimeout(resolve, goalTimeout))
  await Promise.race([reported, timeout]).catch(() => undefined)
}
