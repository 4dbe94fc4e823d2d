/// An error in an expression.
package struct ExpressionError: Error, Equatable {
  /// The kind of error.
  var kind: Kind

  /// The index of the word at fault, if there is one.
  package var word: Int?

  init(_ kind: Kind, at word: Int? = nil) {
    self.kind = kind
    self.word = word
  }

  enum Kind: Equatable {
    /// No words at all.
    case noCondition
    /// `()`.
    case noValue
    /// A field whose name is empty.
    case emptyField
    /// A comparison with no field before it.
    case missingField(String)
    /// A connective or parenthesis with no condition before it.
    case nothingBefore(String)
    /// A connective or parenthesis with no condition after it.
    case nothingAfter(String)
    /// A name where there are no fields.
    case bareName(String)
    /// An operator without a blank before or after it.
    case attachedOperator(String)
    /// Text and variables in one word, without quotes.
    case joinedText
    /// A call with too few or too many arguments.
    case wrongArguments(Function)
    /// `field(…)` where there are no fields.
    case noFields
    /// The argument of `field(…)` is not a name.
    case fieldName
    /// `if` without `then` or `else`.
    case unfinishedIf(missing: String)
    /// Text that is no condition.
    case missingComparison(String)
    /// A word where a comparison should be.
    case unknownComparison(String)
    /// A comparison with no value after it.
    case missingValue(String)
    /// A symbol where a value should be.
    case symbolAsValue(String)
    /// `in` with nothing after it.
    case missingList
    /// A value in a list with neither `,` nor `)` after it.
    case unfinishedList(String)
    /// `is` without `empty` or another test.
    case missingEmpty
    /// A comparison after a whole condition: `a < b < c`.
    case secondComparison(String)
    /// A word after a whole condition.
    case unexpected(String)
    /// A `(` without a `)`.
    case unclosedParenthesis
    /// A `)` without a `(`.
    case unopenedParenthesis
    /// Parentheses nested more deeply than is allowed.
    case tooDeep
  }

  /// What is wrong: a sentence with a lower-case first letter and no full stop.
  package var message: String {
    switch kind {
    case .noCondition: "there is no condition"
    case .noValue: "there is no value between '(' and ')'"
    case .bareName(let name): "'\(name)' is neither a number nor quoted text"
    case .attachedOperator(let symbol): "there are no blanks around '\(symbol)'"
    case .joinedText: "text and variables are joined without quotes"
    case .wrongArguments(let function): "'\(function.rawValue)' is called as \(function.usage)"
    case .noFields: "there is no record here, so 'field' finds nothing"
    case .fieldName: "'field' needs the name of a field"
    case .unfinishedIf(let word): "there is no '\(word)' after this 'if'"
    case .emptyField: "a field's name is empty"
    case .missingField(let symbol): "there is no field before '\(symbol)'"
    case .nothingBefore(let word): "there is no condition before '\(word)'"
    case .nothingAfter(let word): "there is no condition after '\(word)'"
    case .missingComparison(let field): "there is no comparison after '\(field)'"
    case .unknownComparison(let word): "'\(word)' is not a comparison"
    case .missingValue(let symbol): "there is no value after '\(symbol)'"
    case .symbolAsValue(let symbol): "'\(symbol)' is in the place of a value"
    case .missingList: "'in' needs values after it"
    case .unfinishedList(let value): "there is no ',' or ')' after '\(value)'"
    case .missingEmpty: "'is' needs 'empty', 'null', 'missing' or a kind after it"
    case .secondComparison(let symbol): "'\(symbol)' comes after a whole comparison"
    case .unexpected(let word): "'\(word)' comes after a whole condition"
    case .unclosedParenthesis: "the '(' that begins here is never closed"
    case .unopenedParenthesis: "there is no '(' for this ')'"
    case .tooDeep: "parentheses and calls can be at most 100 deep"
    }
  }

  /// What to write instead, if known.
  package var hint: String? {
    switch kind {
    case .noCondition: "write one, such as 'price < 20'"
    case .noValue: "quote '(' to pass it as text"
    case .bareName(let name): "write $\(name) for a variable, or '\(name)' for text"
    case .attachedOperator(let symbol): "put blanks around '\(symbol)'"
    case .joinedText: "write \"$a$b\""
    case .fieldName: "write field('Price [EUR]')"
    case .unfinishedIf: "write 'if CONDITION then VALUE else VALUE'"
    case .missingField(let symbol): "write a field first, such as 'price \(symbol) 20'"
    case .nothingBefore(let word) where word == "and" || word == "or":
      "quote '\(word)' if it is a field's name"
    case .missingComparison(let field) where field.utf8.contains(UInt8(ascii: " ")):
      "write the condition without quotes around all of it"
    case .missingComparison, .unknownComparison:
      "use = != < <= > >= ~ (contains), + - * / %, 'in (a, b)' or 'is empty'"
    case .symbolAsValue(let symbol): "quote '\(symbol)' if it is text"
    case .missingList: "write 'in (a, b)'"
    case .unfinishedList: "quote a value of several words"
    case .missingEmpty: "write 'is empty' or 'is not empty', or '=' to compare with a value"
    case .secondComparison(let symbol) where symbol == ">":
      "join comparisons with 'and', or write to a file with '| to csv > FILE'"
    case .secondComparison(let symbol):
      "join comparisons with 'and', or quote a value that contains '\(symbol)'"
    case .unexpected(let word) where word == "(" || word == ",":
      "quote a value that contains '\(word)'"
    case .unexpected: "join conditions with 'and' or 'or', or quote a value of several words"
    case .emptyField, .nothingBefore, .nothingAfter, .missingValue, .unclosedParenthesis,
      .unopenedParenthesis, .tooDeep, .wrongArguments, .noFields:
      nil
    }
  }
}
