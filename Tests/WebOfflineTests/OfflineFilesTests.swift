import Testing
import WebAPI
import WebOffline

@Suite struct OfflineFilesTests {
  @Test func `a queue without a file has no writes`() {
    #expect(!OfflineFiles(directory: "/nonexistent").queue.mayHaveWrites)
  }
}
