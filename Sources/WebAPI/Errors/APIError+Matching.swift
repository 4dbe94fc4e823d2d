// The codes under the error's own name, so that they can be caught and matched like the cases of an enum:
// `catch APIError.unauthorized`. They are not errors themselves: throw `APIError(.unauthorized)`.
extension APIError {
  /// Matches an error whose code is ``Code/unconnected``.
  public static var unconnected: Code { .unconnected }

  /// Matches an error whose code is ``Code/unavailable``.
  public static var unavailable: Code { .unavailable }

  /// Matches an error whose code is ``Code/unprocessable``.
  public static var unprocessable: Code { .unprocessable }

  /// Matches an error whose code is ``Code/unauthorized``.
  public static var unauthorized: Code { .unauthorized }

  /// Matches an error whose code is ``Code/forbidden``.
  public static var forbidden: Code { .forbidden }

  /// Matches an error whose code is ``Code/limit``.
  public static var limit: Code { .limit }

  /// Matches an error whose code is ``Code/invalid``.
  public static var invalid: Code { .invalid }
}

extension APIError.Code {
  /// Returns whether an error is an ``APIError`` with this code.
  ///
  /// ```swift
  /// do {
  ///   try response.verify()
  /// } catch APIError.unauthorized {
  ///   await signIn()
  /// }
  /// ```
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? APIError)?.code == code
  }
}
