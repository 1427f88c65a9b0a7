import { createAiraloRig } from './airalo-rig.ts'
import { testSupplier } from './supplier-suite.ts'

testSupplier('Airalo', async () => createAiraloRig())
testSupplier('Airalo with asynchronous orders', async () => createAiraloRig({ isAsync: true }))
