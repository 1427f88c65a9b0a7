/**
 * Waits for work that another request may have started. When `workerd` ends that request, its work
 * never settles and its timers never fire, so each request that waits needs its own timer.
 * Returns undefined after `milliseconds`.
 */
export async function awaitInTime<T>(
  work: Promise<T>,
  milliseconds: number,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
