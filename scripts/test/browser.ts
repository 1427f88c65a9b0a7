export type VisitorPage = {
  readonly status: number
  readonly path: string
  readonly html: string
  readonly hops: number
  readonly first: Response
}

export function createBrowser(origin: string, respond: (request: Request) => Promise<Response>) {
  const cookies = new Map<string, string>()

  async function send(path: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = form
      ? { method: 'POST', body: new URLSearchParams(form), headers: { Cookie, Origin: origin } }
      : { headers: { Cookie } }
    const response = await respond(new Request(new URL(path, origin), init))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  async function open(path: string, form?: Readonly<Record<string, string>>): Promise<VisitorPage> {
    const first = await send(path, form)
    let response = first
    let location = path
    let hops = 0
    for (; response.status >= 300 && response.status < 400 && hops < 20; hops += 1) {
      location = response.headers.get('Location') ?? ''
      response = await send(location)
    }
    return { status: response.status, path: location, html: await response.text(), hops, first }
  }

  return { cookies, open }
}
