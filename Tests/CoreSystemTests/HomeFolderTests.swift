import CoreSystem
import Glibc
import SeashellTesting
import Testing

@Suite struct HomeFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the home folder is never made, and folders in it are`() async throws {
    // HOME belongs to the whole process.
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      setenv("HOME", "\(path)/home/", 1)
      for below in ["", "/", "/.local/state", "//.local/./state"] {
        let error = try #require(throws: SystemError.self) {
          try PrivateFile.makeFolder("\(path)/home\(below)")
        }
        #expect(error.description.hasSuffix(": it is the home folder, which must exist"))
      }
      #expect(access("\(path)/home", F_OK) != 0)
      try PrivateFile.makeFolder("\(path)/elsewhere/state")
      mkdir("\(path)/home", 0o700)
      try PrivateFile.makeFolder("\(path)/home/.local/state")
      #expect(access("\(path)/home/.local/state", F_OK) == 0)
    }
  }
}
