// SPDX-License-Identifier: MIT

/// The names of people by their numbers.
public let names = ["+4930123456": "Ada"]
