/// Whoever read an output has closed it: a pipe downstream that wants no more.
///
/// It ends a command early and is no failure of its.
package struct OutputClosed: Error, Equatable {
  /// Makes the error.
  package init() {}
}
