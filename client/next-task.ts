/** Lets the browser handle key presses and paint before the work that follows. */
export async function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
