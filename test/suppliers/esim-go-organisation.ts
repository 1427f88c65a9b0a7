import type { Bundle, BundleAssignment, GoEsim, OrderRequest } from './esim-go-document.ts'

export type GoAnswer = { readonly status: number; readonly body: unknown }

/** An in-memory organisation at eSIM Go. */
export class EsimGoOrganisation {
  bundles: Bundle[] = []
  /** The balance in USD. */
  balance = 100
  readonly esims = new Map<string, GoEsim>()
  /** ICCIDs by order reference. */
  readonly orders = new Map<string, string[]>()
  /** References of orders whose profiles are being assigned. */
  readonly processing = new Set<string>()
  /** Messages with which the next purchases are refused. */
  readonly refusals: string[] = []
  /** Messages with which the next validations are refused. */
  readonly refusedChecks: string[] = []
  /** If true, new orders wait until `processing` is cleared. */
  isSlow = false
  /** Bundles that no existing eSIM can use. */
  readonly incompatible = new Set<string>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  order({ type, order: [line] }: OrderRequest): GoAnswer {
    const refusal = (type === 'validate' ? this.refusedChecks : this.refusals).shift()
    if (refusal !== undefined) return message(400, refusal)
    const bundle = this.bundles.find(({ name }) => name === line?.item)
    if (!line || !bundle) return message(400, `bundle ${line?.item} not found`)
    const iccids = line.iccids ?? []
    if (iccids.some((iccid) => !this.esims.has(iccid))) return message(403, 'ICCID not accessible')
    if (this.balance < bundle.price) return message(400, 'insufficient balance')
    const priced = { total: bundle.price, currency: 'USD', createdDate: this.#now().toISOString() }
    const { name: item, price } = bundle
    const common = { type: 'bundle', item, quantity: 1, subTotal: price, pricePerUnit: price }
    if (type === 'validate') return ok({ order: [common], ...priced, valid: true, assigned: true })
    this.balance -= price
    const orderReference = crypto.randomUUID()
    const assigned = iccids.length > 0 ? iccids : [this.#newEsim()]
    for (const iccid of assigned) this.#assign(iccid, bundle, orderReference)
    this.orders.set(orderReference, assigned)
    if (this.isSlow) this.processing.add(orderReference)
    const esims = assigned.map((iccid) => this.#details(iccid))
    const order = [{ ...common, iccids: assigned, esims }]
    return ok({ order, ...priced, status: 'completed', orderReference, assigned: true })
  }

  assignments(reference: string): GoAnswer {
    if (this.processing.has(reference)) return message(503, 'Processing')
    const iccids = this.orders.get(reference)
    return iccids ? ok(iccids.map((iccid) => this.#details(iccid))) : message(400, 'no such order')
  }

  esim(iccid: string): GoAnswer {
    return this.esims.has(iccid) ? ok(this.#details(iccid)) : message(403, 'ICCID not accessible')
  }

  bundlesOf(iccid: string): GoAnswer {
    const esim = this.esims.get(iccid)
    return esim ? ok({ bundles: esim.bundles }) : message(403, 'ICCID not accessible')
  }

  compatible(iccid: string, bundle: string): GoAnswer {
    if (!this.esims.has(iccid)) return message(403, 'ICCID not accessible')
    const isKnown = this.bundles.some(({ name }) => name === bundle)
    return isKnown
      ? ok({ compatible: !this.incompatible.has(bundle) })
      : message(400, `bundle ${bundle} not found`)
  }

  revoke(iccid: string, bundle: string, id: string): GoAnswer {
    const listed = this.esims.get(iccid)?.bundles.find(({ name }) => name === bundle)
    const assignment = listed?.assignments.find((each) => each.id === id)
    if (assignment?.bundleState !== 'queued') return message(400, 'bundle has been started')
    assignment.bundleState = 'revoked'
    return ok({ status: 'Successfully Revoked Bundle, bundle has been refunded to inventory' })
  }

  page(page: number, perPage: number, countries: string | null): GoAnswer {
    const wanted = countries?.split(',')
    const found = this.bundles.filter((bundle) =>
      bundle.countries.some(({ iso }) => wanted?.includes(iso) ?? true),
    )
    return ok(found.slice((page - 1) * perPage, page * perPage))
  }

  bundle(name: string): GoAnswer {
    const found = this.bundles.find((bundle) => bundle.name === name)
    return found ? ok(found) : message(400, `bundle ${name} not found`)
  }

  #details(iccid: string): Omit<GoEsim, 'bundles'> {
    const esim = this.esims.get(iccid)
    if (!esim) throw new Error(`There is no eSIM ${iccid}`)
    const { bundles: _, ...details } = esim
    return details
  }

  #newEsim(): string {
    const iccid = `894400000000${String(1_000_000 + this.esims.size)}`
    this.esims.set(iccid, {
      iccid,
      matchingId: `A1B2-C3D4-${this.esims.size}`,
      smdpAddress: 'http://smdp.example.com/',
      profileStatus: 'Released',
      bundles: [],
    })
    return iccid
  }

  #assign(iccid: string, { name, description, dataAmount, unlimited }: Bundle, reference: string) {
    const esim = this.esims.get(iccid)
    if (!esim) throw new Error(`There is no eSIM ${iccid}`)
    const { bundles } = esim
    const assignment: BundleAssignment = {
      id: String(215_009_266 + this.orders.size),
      callTypeGroup: 'data',
      initialQuantity: dataAmount * 1e6,
      remainingQuantity: dataAmount * 1e6,
      assignmentDateTime: this.#now().toISOString(),
      assignmentReference: `${reference}-0`,
      bundleState: 'queued',
      unlimited,
    }
    const listed = bundles.find((each) => each.name === name)
    if (listed) listed.assignments.push(assignment)
    else bundles.push({ name, description, assignments: [assignment] })
  }
}

export function message(status: number, text: string): GoAnswer {
  return { status, body: { message: text } }
}

function ok(body: unknown): GoAnswer {
  return { status: 200, body }
}
