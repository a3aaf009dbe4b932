// SPDX-License-Identifier: MIT
public import ArgumentParser
public import CallContract

extension Handle.Kind: ExpressibleByArgument {}
