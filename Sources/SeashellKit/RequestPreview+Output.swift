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
    try record(
      ["method", "url", "headers", "body", "curl"].map { Column($0) },
      [
        .text(preview.method.rawValue), .text(preview.url),
        .record(preview.headers.map { .init($0.name, .text($0.value)) }),
        preview.body.map { CellValue($0) } ?? .null, .text(preview.curl),
      ])
  }
}
