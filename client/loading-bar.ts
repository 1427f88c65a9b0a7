/** Shown only when something takes longer than this, in milliseconds (specification, section 9). */
const patience = 200

let shown = 0

/** The bar at the top while something loads; its five seconds are the style's. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    count(1)
  }, patience)
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
