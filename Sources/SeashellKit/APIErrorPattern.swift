public import WebAPI

/// Matches an error of a code, as in `catch APIError.notFound`.
///
/// A type's own operators are not re-exported with it. A file that imports WebAPI itself gets that module's
/// operator.
///
/// - Parameters:
///   - code: the code.
///   - error: an error of any kind.
/// - Returns: whether the error is an ``WebAPI/APIError`` of the code.
@_disfavoredOverload
public func ~= (code: APIError.Code, error: any Error) -> Bool {
  (error as? APIError)?.code == code
}
