/**
 * Lets the browser handle key presses and paint before the work that follows. A message is a task
 * of its own, without the delay of a timer.
 */
export async function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
