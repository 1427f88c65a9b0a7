/** What is kept until the tab is closed. Some browsers refuse to keep anything: then nothing is there. */
export function recall(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Whether it was kept. */
export function remember(name: string, value: string): boolean {
  try {
    sessionStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}
