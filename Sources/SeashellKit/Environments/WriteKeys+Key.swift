import CoreSystem
import FoundationEssentials
package import ShellCommands
import WebAPI

extension WriteKeys: WriteKeySource {
  /// Returns the key of a write, given a digest of its content.
  ///
  /// It is a UUID of version 8 (RFC 9562, section 5.8), made from the run, the content, and how many writes with
  /// this content the run has made before.
  package func key(of write: String) -> String {
    var bytes = SHA256.digest("\(run)\n\(write)\n\(count(write))".utf8)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
  }
}
