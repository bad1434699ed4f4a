import type pg from 'pg'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from './role-pool.ts'

/** Makes the product's roles where they are missing, and lets the owner act as them. */
export async function ensureRoles(owner: pg.Client): Promise<void> {
  for (const role of [RUNTIME_ROLE, SIGN_IN_ROLE])
    await owner.query(`
      do $$
      begin
        if not exists (select from pg_roles where rolname = '${role}') then
          create role ${role} nologin;
        end if;
        if not pg_has_role('${role}', 'member') then
          grant ${role} to current_user;
        end if;
      exception when duplicate_object or unique_violation then
        null; -- another database of the same server is being migrated at this moment
      end $$`)
}
