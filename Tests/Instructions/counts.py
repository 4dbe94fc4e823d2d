"""Counts of instructions by function, and the file of figures that they are compared with."""

import platform as machine
import re
import subprocess


class Counts:
    """The instructions of a program, in all and of each function without what it calls."""

    # Functions below this part of the whole are left out of the figures.
    SHARE = 0.005

    def __init__(self, total, functions):
        self.total, self.functions = total, functions

    @staticmethod
    def read(path):
        """Reads Callgrind's output (its manual, "Callgrind Format Specification")."""
        names, functions, current, is_call = {}, {}, "", False
        with open(path) as file:
            for line in file:
                if line.startswith("fn="):
                    current = Counts.name(line[3:].strip(), names)
                elif line.startswith(("cfn=", "fl=", "ob=", "fi=", "fe=", "cfi=", "cfl=", "cob=")):
                    if line.startswith("cfn="):
                        Counts.name(line[4:].strip(), names)
                elif line.startswith("calls="):
                    # The next line is the cost of the function that is called, with all it calls.
                    is_call = True
                elif line[0] in "0123456789+-*":
                    if not is_call:
                        functions[current] = functions.get(current, 0) + int(line.split()[1])
                    is_call = False
        return Counts(sum(functions.values()), functions)

    @staticmethod
    def name(text, names):
        """The name that `(7) main`, or later `(7)` alone, stands for; without a recursion's depth."""
        number, _, name = text.partition(" ")
        if name:
            names[number] = re.sub(r"'\d+$", "", name)
        return names[number]

    def growth(self, since):
        """The functions with how much more they cost, the most first."""
        least = since.total * self.SHARE
        more = {
            name: cost - since.functions.get(name, 0) for name, cost in self.functions.items()
            # A function that the figures leave out had less than their threshold.
            if name in since.functions or cost > least}
        rows = sorted(((cost, name) for name, cost in more.items() if cost > 0), reverse=True)[:40]
        plain = demangled([name for _, name in rows])
        return list(zip([cost for cost, _ in rows], plain))


def demangled(names):
    try:
        done = subprocess.run(
            ["swift", "demangle", "--compact", "--simplified"], input="\n".join(names),
            capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return names
    return done.stdout.splitlines()


class Figures:
    """The counts that the program had when they were kept, and for which platform."""

    def __init__(self, platform, cases):
        self.platform, self.cases = platform, cases

    @staticmethod
    def read(path):
        figures = Figures("none", {})
        if not path.exists():
            return figures
        for line in path.read_text().splitlines():
            case, name, count = line.split("\t")
            if case == "platform":
                figures.platform = name
            elif name == "total":
                figures.cases[case] = Counts(int(count), {})
            else:
                figures.cases[case].functions[name] = int(count)
        return figures

    def write(self, path):
        lines = [f"platform\t{self.platform}\t"]
        for case, counts in self.cases.items():
            lines.append(f"{case}\ttotal\t{counts.total}")
            rows = sorted(counts.functions.items(), key=lambda row: (-row[1], row[0]))
            lines += [
                f"{case}\t{name}\t{cost}" for name, cost in rows
                if cost > counts.total * Counts.SHARE]
        path.write_text("\n".join(lines) + "\n")


def platform():
    """The compiler, the distribution and the processor's kind, such as `Swift 6.3.1, Debian 12, x86_64`."""
    said = subprocess.run(["swiftc", "--version"], capture_output=True, text=True).stdout
    compiler = re.search(r"Swift version (\S+)", said)
    release = machine.freedesktop_os_release()
    return ", ".join([
        f"Swift {compiler[1] if compiler else '?'}",
        f"{release.get('NAME', '?').split()[0]} {release.get('VERSION_ID', '?')}",
        machine.machine()])
