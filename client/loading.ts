/** Shown only when something takes longer than this, in milliseconds (specification, section 9). */
const patience = 200

let waiting = 0

/** The bar at the top while something loads; its five seconds are the style's. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  const timer = setTimeout(show, patience)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    hide()
  }

  function show() {
    waiting += 1
    document.documentElement.dataset['loading'] = ''
  }
  function hide() {
    waiting = Math.max(0, waiting - 1)
    if (waiting === 0) delete document.documentElement.dataset['loading']
  }
}
