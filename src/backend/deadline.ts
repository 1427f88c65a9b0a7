/**
 * Rejects with `late()` if the signal aborts before the call settles. The call itself continues,
 * and its outcome is unknown.
 */
export async function settleBefore<T>(
  end: AbortSignal,
  call: Promise<T>,
  late: () => Error,
): Promise<T> {
  const timeout = new Promise<never>((_, reject) =>
    end.addEventListener('abort', () => reject(late()), { once: true }),
  )
  return Promise.race([call, timeout])
}
