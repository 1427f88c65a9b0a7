import { answers, callOf, orderRequest, queries } from './esim-go-document.ts'
import { EsimGoOrganisation, message } from './esim-go-organisation.ts'
import type { GoAnswer } from './esim-go-organisation.ts'
import { FaultPlan } from './fault-plan.ts'

const basePath = '/v2.5'

/** The API of eSIM Go for one organisation, in memory. It rejects undocumented requests. */
export class EsimGoServer {
  readonly organisation: EsimGoOrganisation
  /**
   * Faults by documented call: `POST /orders`. The name of a validation is `POST /orders validate`.
   */
  readonly faults = new FaultPlan()
  readonly requests: { readonly call: string; readonly body: unknown }[] = []
  /** Requests and responses that are not documented. */
  readonly breaches: string[] = []
  readonly #apiKey: string

  constructor(apiKey: string, now: () => Date) {
    this.#apiKey = apiKey
    this.organisation = new EsimGoOrganisation(now)
  }

  /** Responds to a request. The signal is the caller's deadline. */
  readonly fetch = async (request: Request, signal?: AbortSignal): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const known = callOf(request.method, pathname.replace(basePath, ''))
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    const isValidation = text.includes('"validate"')
    const call = `${known?.call ?? 'unknown'}${isValidation ? ' validate' : ''}`
    this.requests.push({ call, body })
    const answer = async () => {
      const hasKey = request.headers.get('X-API-Key') === this.#apiKey
      if (!hasKey) return Response.json({ message: 'Unauthorized' }, { status: 401 })
      const { body: json, status } = this.#answer(known, searchParams, body)
      const documented = status === 200 ? answers[call]?.safeParse(json) : undefined
      if (documented?.success === false)
        this.breaches.push(`answer to ${call}: ${documented.error}`)
      // "If no Accept header is provided, the response is a plain text CSV."
      if (request.headers.get('Accept') !== 'application/json')
        this.breaches.push(`${call}: does not accept JSON`)
      return Response.json(json, { status })
    }
    return this.faults.answer(call, answer, signal)
  }

  #answer(known: ReturnType<typeof callOf>, search: URLSearchParams, body: unknown): GoAnswer {
    if (!known) return this.#breach(404, 'no such call')
    const query = queries[known.call]?.safeParse(Object.fromEntries(search))
    if (!query?.success) return this.#breach(400, `undocumented query: ${query?.error}`)
    const [iccid = '', bundle = '', id = ''] = known.values
    const { organisation } = this
    switch (known.call) {
      case 'POST /orders': {
        const parsed = orderRequest.safeParse(body)
        return parsed.success
          ? organisation.order(parsed.data)
          : this.#breach(400, String(parsed.error))
      }
      case 'GET /esims/assignments':
        return organisation.assignments(search.get('reference') ?? '')
      case 'GET /esims/{iccid}':
        return organisation.esim(iccid)
      case 'GET /esims/{iccid}/bundles':
        return organisation.bundlesOf(iccid)
      case 'GET /esims/{iccid}/compatible/{bundle}':
        return organisation.compatible(iccid, bundle)
      case 'DELETE /esims/{iccid}/bundles/{name}/assignments/{assignmentId}':
        return organisation.revoke(iccid, bundle, id)
      case 'GET /catalogue': {
        const [page, perPage] = [Number(search.get('page')), Number(search.get('perPage'))]
        return organisation.page(page, perPage, search.get('countries'))
      }
      case 'GET /catalogue/bundle/{name}':
        return organisation.bundle(iccid)
      case 'GET /organisation': {
        const { balance } = organisation
        const details = { name: 'Acme Corp', currency: 'USD', balance }
        return { status: 200, body: { organisations: [details] } }
      }
      case 'GET /networks':
        return { status: 200, body: { countryNetworks: networks } }
    }
    return this.#breach(404, 'no such call')
  }

  #breach(status: number, reason: string): GoAnswer {
    this.breaches.push(reason)
    return message(status, reason)
  }
}

const networks = [
  {
    name: 'GB',
    networks: [
      {
        name: 'O2',
        brandName: 'O2 UK',
        mcc: '234',
        mnc: '10',
        tagid: 'GBRCN',
        speed: ['4G', '5G'],
      },
    ],
  },
]
