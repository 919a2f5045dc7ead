/** Whether a process is there; false for what is no number of one. */
export function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // it is there, but somebody else's
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
