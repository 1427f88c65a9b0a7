import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseName, databases } from '../../scripts/test/database-file.ts'
import { boughtPlans } from './bought-plans.ts'

const profilesOfPlan = 200

/**
 * Adds profiles of the plans that journeys buy. The 20 profiles of the sample shop would sell out
 * before the last journey.
 */
export async function addProfiles(dataFolder: string): Promise<void> {
  const file = new DatabaseSync(join(dataFolder, databases, await databaseName(dataFolder)))
  const insert =
    file.prepare(`WITH RECURSIVE profile (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM profile WHERE n < ?)
    INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
    SELECT printf('89%d%016d', ?, n), ?, 'rsp.meridian.example', 'SAMPLE-JOURNEY-' || ? || n, 1 FROM profile`)
  Object.values(boughtPlans).forEach((plan, index) => insert.run(profilesOfPlan, index, plan, plan))
  file.close()
}
