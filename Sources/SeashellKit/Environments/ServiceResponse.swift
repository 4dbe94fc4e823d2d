import CoreJSON
import FoundationEssentials
package import ShellCommands
import ShellOutput
import Synchronization
package import WebAPI

extension StatementAnswers: ResponseKeeper {
  package func receive(_ response: KeptResponse?) {
    outcome = response.map { .response(ServiceResponse($0)) } ?? .failure
    if response?.method.isWrite == true { noteWrites() }
  }
}

/// A service's response as `$response`.
final class ServiceResponse: LastResponse {
  private typealias Content = (body: CellValue, text: CellValue)

  /// nil for records from a store, which keeps no responses for them.
  private let response: KeptResponse?
  private let content = Mutex<Content?>(nil)

  init(_ response: KeptResponse?) {
    self.response = response
  }

  func fields(withBody: Bool) throws(ShellError) -> [CellValue.Field] {
    let content = withBody ? try readContent() : (.null, .null)
    return ResponseField.allCases.map { field in
      let value: CellValue =
        switch field {
        case .status: response.map { .integer($0.statusCode) } ?? .null
        case .headers: .record(headers)
        case .body: content.body
        case .text: content.text
        case .duration: response?.duration.map { .untyped(Self.text(of: $0)) } ?? .null
        case .url: response?.address.map { .text($0) } ?? .null
        case .method: response.map { .text($0.method.rawValue) } ?? .null
        case .sent: .integer(response?.timesSent ?? 0)
        }
      return CellValue.Field(field.rawValue, value)
    }
  }

  /// The header fields by their names in lower case; a list if there are several with one name.
  private var headers: [CellValue.Field] {
    var fields: [CellValue.Field] = []
    for (name, value) in response?.headers ?? [:] {
      let name = name.lowercased()
      guard let index = fields.firstIndex(where: { $0.name == name }) else {
        fields.append(CellValue.Field(name, .untyped(value)))
        continue
      }
      let others =
        if case .list(let values) = fields[index].value { values } else { [fields[index].value] }
      fields[index].value = .list(others + [.untyped(value)])
    }
    return fields
  }

  private func readContent() throws(ShellError) -> Content {
    if let known = content.withLock(\.self) { return known }
    let read = try Self.content(of: response)
    content.withLock { $0 = read }
    return read
  }

  /// JSON that cannot be read is text.
  private static func content(of response: KeptResponse?) throws(ShellError) -> Content {
    let bytes: Data
    switch response?.body {
    case nil: return (.null, .null)
    case .whole(let data): bytes = data
    case .tooLarge:
      throw ShellError(
        .limit, "the body of the last response is larger than 1 MiB",
        hint: "'api get PATH > FILE' saves it")
    case .partial:
      throw ShellError(.failed, "the body of the last response was not read to its end")
    case .confidential:
      throw ShellError(
        .failed, "the body of the last response is not kept, since it may contain a token",
        hint: "'session token' prints what is sent")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ShellError(
        .failed, "the body of the last response is not text, but \(bytes.count) bytes of other data"
      )
    }
    if bytes.isEmpty { return (.null, .text("")) }
    let json = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    let value = response?.mayBeJSON == true ? try? CellValue(json: json) : nil
    return (value ?? .text(text), .text(text))
  }

  /// A duration in milliseconds, with one digit after the point: `12.5ms`.
  private static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return tenths % 10 == 0 ? "\(tenths / 10)ms" : "\(tenths / 10).\(tenths % 10)ms"
  }
}
