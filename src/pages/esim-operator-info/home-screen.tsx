import { isPhone } from '../../domain/device.ts'
import type { Device } from '../../domain/device.ts'
import { useSite } from '../../ui/site.tsx'

const advice = { ios: 'balance.homeIOS', android: 'balance.homeAndroid' } as const

/**
 * Explains how to add the page to this phone's home screen. Browsers do not allow a button for it.
 */
export function HomeScreen({ device }: { device: Device }) {
  const { words } = useSite()
  if (!isPhone(device)) return null
  return (
    <section className="notice home-screen">
      <h2>{words('balance.homeTitle')}</h2>
      <p>{words(advice[device])}</p>
    </section>
  )
}
