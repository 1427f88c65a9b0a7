/** Milliseconds before the bar appears (specification, section 9). */
const showAfter = 200

let shown = 0

export async function showWhileLoading<T>(work: Promise<T>): Promise<T> {
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    count(1)
  }, showAfter)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (isShown) count(-1)
  }
}

function count(change: 1 | -1): void {
  shown += change
  document.documentElement.toggleAttribute('data-loading', shown > 0)
}
