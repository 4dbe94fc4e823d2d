/// Why a fault server, or what a test waits for at one, is not there.
public struct FaultServerError: Error, CustomStringConvertible {
  /// What happened.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
