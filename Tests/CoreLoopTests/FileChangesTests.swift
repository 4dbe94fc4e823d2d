import CoreLoop
import CoreSystem
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.mayBlock) struct FileChangesTests {
  @Test func `watching a missing folder leaves no descriptor open`() async {
    // In a process of its own, since tests that run at the same time open files too.
    await #expect(processExitsWith: .success) {
      let missing = "/nowhere/\(UUID())/file"
      let watching = Thread {
        while true { if FileChanges(of: missing) != nil { exit(2) } }
      }
      watching.start()
      for _ in 0..<100_000 {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, fcntl(descriptor, F_GETFD) >= 0, close(descriptor) == 0 else {
          exit(1)
        }
      }
      exit(0)
    }
  }
}
