import type { z } from 'zod'
import type { Package, Profile, requests } from './esim-access-document.ts'

type Input<TCall extends keyof typeof requests> = z.output<(typeof requests)[TCall]>

/** The `obj` of a response, or a documented error code. */
export type AccountAnswer =
  | { readonly obj: unknown }
  | { readonly code: string; readonly text: string }

const oneDay = 86_400_000

/** An in-memory reseller's account at eSIM Access. */
export class EsimAccessAccount {
  packages: Package[] = []
  topUps: Package[] = []
  /** USD × 10,000. */
  balance = 1_000_000
  /** Codes of plans without available profiles. */
  readonly soldOut = new Set<string>()
  readonly profiles: Profile[] = []
  /** Numbers of orders whose profiles are being allocated. */
  readonly allocating = new Set<string>()
  /** If true, new orders wait until `allocate` is called. */
  isSlow = false
  /**
   * If true, repeated transactions get 310402 instead of the first response, as in some accounts.
   */
  refusesDuplicates = false
  /** Responses to the next orders. */
  readonly refusals: { readonly code: string; readonly text: string }[] = []
  usageTime = '2026-11-21T08:00:00+0000'
  #number = -1
  readonly #transactions = new Map<string, AccountAnswer>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  order({ transactionId, packageInfoList }: Input<'esim/order'>): AccountAnswer {
    const refusal = this.refusals.shift()
    if (refusal) return refusal
    return this.#runOnce(transactionId, () => {
      const [wanted] = packageInfoList
      const code = wanted?.packageCode ?? ''
      const plan = this.packages.find(({ packageCode, slug }) => [packageCode, slug].includes(code))
      if (!plan) return refusalOf('310241', 'The packageCode does not exist.')
      if (this.soldOut.has(code)) return refusalOf('200011', 'Insufficient available Profiles')
      if (!this.#pay(plan)) return refusalOf('200007', 'Insufficient account balance')
      const profile = this.#newProfile(plan, transactionId)
      this.profiles.push(profile)
      if (this.isSlow) this.allocating.add(profile.orderNo)
      return { obj: { orderNo: profile.orderNo, transactionId } }
    })
  }

  query({ orderNo, iccid, startTime, endTime, pager }: Input<'esim/query'>): AccountAnswer {
    if (orderNo && this.allocating.has(orderNo))
      return refusalOf('200010', 'Profile is being downloaded for the order.')
    const found = this.profiles.filter(
      (profile) =>
        !this.allocating.has(profile.orderNo) &&
        (!orderNo || profile.orderNo === orderNo) &&
        (!iccid || profile.iccid === iccid) &&
        isWithin(profile.packageList[0]?.createTime ?? '', startTime, endTime),
    )
    if (orderNo && found.length === 0) return refusalOf('310272', 'orderNo does not exist')
    const start = (pager.pageNum - 1) * pager.pageSize
    const esimList = found.slice(start, start + pager.pageSize)
    return { obj: { esimList, pager: { ...pager, total: found.length } } }
  }

  cancel({ esimTranNo }: Input<'esim/cancel'>): AccountAnswer {
    const profile = this.#profile(esimTranNo)
    if (profile?.esimStatus !== 'GOT_RESOURCE' || profile.smdpStatus !== 'RELEASED')
      return refusalOf('200002', 'This operation is not allowed due to the order status.')
    profile.esimStatus = 'CANCEL'
    const code = profile.packageList[0]?.packageCode
    this.balance += Number(this.packages.find((each) => each.packageCode === code)?.price ?? 0)
    return { obj: {} }
  }

  topUp({ esimTranNo, packageCode, transactionId }: Input<'esim/topup'>): AccountAnswer {
    return this.#runOnce(transactionId, () => {
      const profile = this.#profile(esimTranNo)
      if (!profile || profile.esimStatus.endsWith('EXPIRED'))
        return refusalOf('200002', 'This operation is not allowed due to the order status.')
      const plan = this.topUps.find((each) => each.packageCode === packageCode)
      if (!plan) return refusalOf('310241', 'The packageCode does not exist.')
      if (!this.#pay(plan)) return refusalOf('200007', 'Insufficient account balance')
      profile.totalVolume += plan.volume
      profile.packageList.push(this.#packageOf(plan, transactionId))
      if (profile.esimStatus === 'USED_UP') profile.esimStatus = 'IN_USE'
      const { iccid, expiredTime, totalVolume, totalDuration, orderUsage } = profile
      return { obj: { transactionId, iccid, expiredTime, totalVolume, totalDuration, orderUsage } }
    })
  }

  usage({ esimTranNoList }: Input<'esim/usage/query'>): AccountAnswer {
    const found = this.profiles.filter(({ esimTranNo }) => esimTranNoList.includes(esimTranNo))
    const esimUsageList = found.map(({ esimTranNo, orderUsage, totalVolume }) => ({
      esimTranNo,
      dataUsage: orderUsage,
      totalData: totalVolume,
      lastUpdateTime: this.usageTime,
    }))
    return { obj: { esimUsageList } }
  }

  list({ type, iccid }: Input<'package/list'>): AccountAnswer {
    if (type !== 'TOPUP') return { obj: { packageList: this.packages } }
    const isKnown = this.profiles.some((profile) => profile.iccid === iccid)
    return { obj: { packageList: isKnown ? this.topUps : [] } }
  }

  #runOnce(transactionId: string, run: () => AccountAnswer): AccountAnswer {
    const known = this.#transactions.get(transactionId)
    if (known)
      return this.refusesDuplicates ? refusalOf('310402', 'Duplicate transactionId') : known
    const answer = run()
    if ('obj' in answer) this.#transactions.set(transactionId, answer)
    return answer
  }

  #pay({ price }: Package): boolean {
    if (this.balance < Number(price)) return false
    this.balance -= Number(price)
    return true
  }

  #profile(number: string): Profile | undefined {
    return this.profiles.find(({ esimTranNo }) => esimTranNo === number)
  }

  #packageOf(plan: Package, transactionId: string): Profile['packageList'][number] {
    const { packageCode, duration, volume, location } = plan
    const createTime = this.#now().toISOString()
    return { packageCode, duration, volume, locationCode: location, transactionId, createTime }
  }

  #newProfile(plan: Package, transactionId: string): Profile {
    this.#number += 1
    const number = String(26_112_100_000_000 + this.#number)
    const deadline = new Date(this.#now().getTime() + plan.unusedValidTime * oneDay)
    return {
      esimTranNo: number,
      orderNo: `B${number}`,
      transactionId,
      imsi: '232104070108637',
      iccid: `89431081700${String(10_000_000 + this.#number)}`,
      msisdn: '',
      smsStatus: 0,
      ac: `LPA:1$rsp-eu.example.com$0B17DD3670BE448F${number}`,
      qrCodeUrl: `https://p.qrsim.net/${number}.png`,
      smdpStatus: 'RELEASED',
      eid: '',
      activeType: 2,
      dataType: plan.dataType ?? 1,
      activateTime: null,
      expiredTime: deadline.toISOString().replace(/\.\d+Z$/, '+0000'),
      totalVolume: plan.volume,
      totalDuration: plan.duration,
      durationUnit: 'DAY',
      orderUsage: 0,
      esimStatus: 'GOT_RESOURCE',
      packageList: [this.#packageOf(plan, transactionId)],
    }
  }
}

function refusalOf(code: string, text: string): AccountAnswer {
  return { code, text }
}

function isWithin(time: string, from: string | undefined, to: string | undefined): boolean {
  return (!from || new Date(time) >= new Date(from)) && (!to || new Date(time) <= new Date(to))
}
