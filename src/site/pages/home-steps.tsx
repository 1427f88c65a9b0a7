import type { ReactNode } from 'react'
import { currenciesText } from '../../words/plan-words.ts'
import { useSite } from '../../ui/site.tsx'

/** Shows three drawn steps, from the choice of a plan to a phone that connects. */
export function Steps() {
  const site = useSite()
  const { words } = site
  return (
    <section>
      <h2>{words('home.howTitle')}</h2>
      <ol className="steps">
        <Step title={words('home.howChoose')} text={words('home.howChooseText')}>
          <PassDrawing />
        </Step>
        <Step
          title={words('home.howPay')}
          text={words('home.howPayText', { currencies: currenciesText(site) })}
        >
          <CardDrawing />
        </Step>
        <Step title={words('home.howScan')} text={words('home.howScanText')}>
          <CodeDrawing />
        </Step>
      </ol>
    </section>
  )
}

type StepProps = { readonly title: string; readonly text: string; readonly children: ReactNode }

function Step({ title, text, children }: StepProps) {
  return (
    <li>
      <svg
        viewBox="0 0 96 96"
        fill="none"
        stroke="var(--line)"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {children}
      </svg>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  )
}

/** Draws the boarding pass of a plan. */
function PassDrawing() {
  return (
    <>
      <Paper d="M10 22h76a6 6 0 0 1 6 6v40a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6Z" />
      <path d="M62 23v50" strokeDasharray="3 4" />
      <path d="M14 35h20M14 63h34M69 35h16" stroke="var(--edge)" strokeWidth="4" />
      <path d="M15 49h10" stroke="var(--ink)" strokeWidth="9" />
      <path d="M71 62h12" stroke="var(--accent)" strokeWidth="9" />
    </>
  )
}

/** Draws a card with the tick of its payment. */
function CardDrawing() {
  return (
    <>
      <Paper d="M10 20h76a6 6 0 0 1 6 6v40a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V26a6 6 0 0 1 6-6Z" />
      <path d="M5 37h86" stroke="var(--ink)" strokeWidth="9" strokeLinecap="butt" />
      <path d="M14 58h10M32 58h10" stroke="var(--edge)" strokeWidth="4" />
      <circle cx="75" cy="70" r="16" fill="var(--good)" stroke="var(--paper)" strokeWidth="3" />
      <path d="m68 70 5 5 9-10" stroke="var(--sheet)" strokeWidth="4" />
    </>
  )
}

/** Draws the page of a purchased eSIM: the traveller's progress, the code, and the button. */
function CodeDrawing() {
  return (
    <>
      <Paper d="M31 3h34a9 9 0 0 1 9 9v72a9 9 0 0 1-9 9H31a9 9 0 0 1-9-9V12a9 9 0 0 1 9-9Z" />
      <path d="M31 14h6" stroke="var(--good)" strokeWidth="3" />
      <path d="M41 14h5M50 14h5M60 14h5" strokeWidth="3" />
      <path d="M34 32v-8h8M54 24h8v8M62 44v8h-8M42 52h-8v-8" stroke="var(--accent)" />
      <path
        d="M39 29h6v6h-6zM51 29h6v6h-6zM39 41h6v6h-6zM47 37h4v4h-4zM52 41h5v3h-5zM51 45h3v3h-3z"
        fill="var(--ink)"
        stroke="none"
      />
      <path d="M34 63h28M38 70h20" stroke="var(--edge)" />
      <path d="M39 81h18" stroke="var(--accent)" strokeWidth="8" />
    </>
  )
}

function Paper({ d }: { readonly d: string }) {
  return <path d={d} fill="var(--sheet)" stroke="var(--edge)" />
}
