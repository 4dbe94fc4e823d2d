import Testing

@testable import CoreSystem

@Suite struct ProcessMemoryTests {
  @Test func `the memory of a process with a secret is kept out of core dumps`() async {
    await #expect(processExitsWith: .success) {
      #expect(ProcessMemory.mayBeDumped)
      for _ in 0..<2 {
        ProcessMemory.keepOutOfCoreDumps()
        #expect(!ProcessMemory.mayBeDumped)
      }
    }
  }
}
