package import CoreJSON
package import FoundationEssentials

extension JSONValue {
  /// Reads a JSON body, which may begin with a byte order mark; nil if it is not JSON.
  package init?(body: Data) {
    let json = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body
    guard let value = try? JSONValue(json: json) else { return nil }
    self = value
  }
}
