# shellcheck shell=bash
# shellcheck disable=SC2086
# values:
__tiles=8 # Cubes of 216 molecules of water in each direction.
__steps=20000 # Of the simulation; the second half of them counts.
__options="-nb gpu -pme gpu -bonded gpu" # Of mdrun, as words.
# end of values
# Molecules of water that touch each other as in the one cube that GROMACS brings: nothing has to be fetched, and nothing overlaps.
if ! command -v gmx >/dev/null 2>&1; then
  # NVIDIA's image has a gmx for each set of instructions, and an entry point that chooses one: jobs start without it
  for set in avx_512:avx512f avx2_256:avx2 avx_256:avx sse4.1:sse4_1; do
    folder=/usr/local/gromacs/${set%:*}/bin
    if [ -x "$folder/gmx" ] && grep -qw "${set#*:}" /proc/cpuinfo; then
      PATH=$folder:$PATH
      break
    fi
  done
fi
command -v gmx >/dev/null 2>&1 || { echo "railyard: gmx is not there"; exit 0; }
work=$(mktemp -d) || exit 0
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 0
cat >topol.top <<'TOPOLOGY'
#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spce.itp"
[ system ]
water
[ molecules ]
TOPOLOGY
cat >md.mdp <<'OPTIONS'
integrator = md
dt = 0.002
nsteps = 1000
coulombtype = PME
rcoulomb = 1.0
rvdw = 1.0
tcoupl = v-rescale
tc-grps = System
tau-t = 0.5
ref-t = 300
gen-vel = yes
gen-temp = 300
constraints = h-bonds
OPTIONS
tiles=$__tiles
# the edge of the cube of spc216.gro, nm
edge=$(awk -v n="$tiles" 'BEGIN { printf "%.5f", n * 1.86206 }')
{
  gmx -quiet solvate -cs spc216 -box "$edge" "$edge" "$edge" -o conf.gro -p topol.top &&
    gmx -quiet grompp -f md.mdp -c conf.gro -p topol.top -o run.tpr -maxwarn 2 &&
    gmx -quiet mdrun -s run.tpr -nsteps $__steps -resethway -noconfout -ntmpi 1 ${__options} -g run.log
} >out.txt 2>&1 || {
  # what it refuses stands below the name of the program, warnings and errors of input above it; each ends with an empty line
  why=$(awk '/^Program: / { named = 1 } /^(ERROR|WARNING) [0-9]+ \[/ || (named && /:$/) { told = 1 } !NF && told { print; told = 0 } told' out.txt)
  echo "${why:-gmx ended after: $(grep . out.txt | tail -n 1)}"
  exit 0
}
grep -hE 'GPU support:|GPUs? selected for this run|^Performance:|^Finished mdrun' run.log
