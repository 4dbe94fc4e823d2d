import ShellCommands
public import ShellOutput
public import WebAPI

extension Output {
  /// Writes a request as it would be sent, and sends nothing.
  ///
  /// The preview has its method, address, header fields and body, and a command line of curl, all without
  /// credentials.
  ///
  /// - Throws: as `APIRequest.preview(on:)` does.
  @MainActor
  public func preview(_ request: APIRequest, on client: any APIClient) async throws {
    let preview = try await request.preview(on: client)
    let values: [CellValue] = [
      .text(preview.method.rawValue), .text(preview.url),
      .record(preview.headers.map { .init($0.name, .text($0.value)) }),
      preview.body.map { CellValue($0) } ?? .null, .text(preview.curl),
    ]
    let secrets = (client as? EnvironmentClient)?.secrets
    try record(
      ["method", "url", "headers", "body", "curl"].map { Column($0) },
      values.map { value in secrets.map { value.masking($0) } ?? value })
  }
}

extension CellValue {
  /// The value with `…` in place of secrets in its texts.
  fileprivate func masking(_ secrets: SecretTexts) -> CellValue {
    switch self {
    case .text(let text): .text(secrets.masked(text))
    case .untyped(let text): .untyped(secrets.masked(text))
    case .list(let values): .list(values.map { $0.masking(secrets) })
    case .record(let fields):
      .record(fields.map { Field($0.name, $0.value.masking(secrets)) })
    case .integer, .decimal, .boolean, .date, .null, .missing: self
    }
  }
}
