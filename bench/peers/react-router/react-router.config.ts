import type { Config } from '@react-router/dev/config'

export default { ssr: true, buildDirectory: 'dist' } satisfies Config
