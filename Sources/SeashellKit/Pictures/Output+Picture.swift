import FoundationEssentials
public import ShellOutput
import WebAPI
import WebMessages

/// The source of pictures of an environment's records: its own server.
public struct PictureSource: Sendable {
  let client: EnvironmentClient

  /// Creates a source.
  ///
  /// - Parameter client: sends the requests for pictures.
  public init(_ client: EnvironmentClient) {
    self.client = client
  }
}

extension Output {
  /// Draws a picture below what was written, if the terminal has colours and `chafa` is installed.
  ///
  /// The picture is requested from the environment's own server, with the credentials of any other request.
  /// An address elsewhere is not requested. After any other failure the result has no picture, but its
  /// address is in the record.
  ///
  /// - Parameters:
  ///   - address: an absolute address, or a path under the environment's base address; nil draws nothing.
  ///   - source: requests the picture.
  /// - Throws: `CancellationError` if the user interrupts; an error if the results cannot be written.
  public func picture(at address: String?, from source: PictureSource) async throws {
    let client = source.client
    guard let address, let room = pictureRoom, client.transport.crossesNetwork,
      let program = PictureProgram.chafa, let request = Self.request(for: address, on: client)
    else { return }
    let drawn = try await PictureProgram.within(.seconds(3)) {
      let response = try await request.response(on: client)
      guard (200..<300).contains(response.statusCode), !response.data.isEmpty else { return nil }
      return await program.draw(Array(response.data), columns: room.columns, rows: room.rows)
    }
    try Task.checkCancellation()
    if let drawn { try picture(drawn, rows: room.rows) }
  }

  /// The request for a picture; nil if the picture is not on the environment's server.
  static func request(for address: String, on client: EnvironmentClient) -> APIRequest? {
    var request: APIRequest
    if let url = URL(string: address), url.scheme != nil {
      guard Origin(url) == Origin(client.baseURL) else { return nil }
      request = APIRequest(url: url)
    } else {
      guard !address.isEmpty, !address.hasPrefix("//") else { return nil }
      request = APIRequest(path: APIPath(parsing: address))
    }
    request.headers["Accept"] = "image/*"
    request.retry = false
    request.announces = false
    request.maximumResponseSize = 5 << 20
    return request
  }
}
