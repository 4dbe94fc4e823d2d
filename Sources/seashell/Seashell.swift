import Glibc
import ShellKit

@main
struct Seashell {
  @MainActor
  static func main() async {
    // A reader that goes away is told by EPIPE, which is quiet.
    signal(SIGPIPE, SIG_IGN)
    let status = await Composition.run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }
}
