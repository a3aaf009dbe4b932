// SPDX-License-Identifier: MIT
public import ArgumentParser
public import CallModel

extension Handle.Kind: ExpressibleByArgument {}
