SELECT EXISTS (SELECT FROM inbox WHERE consumer = 'checkout-stripe' AND id = $1)
