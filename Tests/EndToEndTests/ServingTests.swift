import Foundation
import TestSupport
import Glibc
import Testing

/// A server that is ended by its supervisor.
@Suite(.mayBlock) struct ServingTests {
  @Test(arguments: [(SIGTERM, 0), (SIGINT, 130)] as [(Int32, Int32)])
  func `serve cleans up even if it is ended right after its start`(signal: Int32, status: Int32)
    throws
  {
    for _ in 0..<5 {
      let served = try ServedShop("--products", "60")
      #expect(served.end(with: signal) == status)
      #expect(try served.temporaryFolders() == [])
    }
  }
}
