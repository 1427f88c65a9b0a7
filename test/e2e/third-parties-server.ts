import { createServer } from 'node:http'

/**
 * What stands for the operator's third parties: analytics at `/goals`, Cloudflare's siteverify at `/siteverify`. How they answer is in
 * what they are asked, so that tests side by side do not meet.
 */
const port = 8796
const goals: unknown[] = []
const usedTokens = new Set<string>()

createServer((asked, answer) => {
  const { pathname } = new URL(asked.url ?? '/', `http://localhost:${port}`)
  if (pathname === '/') return void answer.end('ready')
  if (asked.method === 'GET') return void answer.end(JSON.stringify(goals))
  void asked
    .setEncoding('utf8')
    .toArray()
    .then((parts) => {
      const body = parts.join('')
      if (pathname === '/goals') return takeGoal(JSON.parse(body))
      return verify(new URLSearchParams(body))
    })

  /** Goals of the contacts page break the connection, those of the Russian shop are never answered. */
  function takeGoal(goal: { path: string }): void {
    goals.push(goal)
    if (goal.path === '/contacts') asked.socket.destroy()
    else if (!goal.path.startsWith('/ru')) answer.writeHead(204).end()
  }

  /** A token says what it is; each is good once. */
  function verify(form: URLSearchParams): void {
    const token = form.get('response') ?? ''
    if (token.startsWith('away')) return void asked.socket.destroy()
    const isGood = form.get('secret') === 'turnstile-secret' && token.startsWith('person')
    const success = isGood && !usedTokens.has(token)
    usedTokens.add(token)
    const codes = success ? [] : ['timeout-or-duplicate']
    answer.end(JSON.stringify({ success, 'error-codes': codes }))
  }
}).listen(port, 'localhost')
